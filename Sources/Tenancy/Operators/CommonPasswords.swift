/// The commonest passwords that are long enough to be one of ours, the commonest first: facts, in small letters.
///
/// From the list of a million in SecLists (`xato-net-10-million-passwords-1000000.txt`, MIT licence), which is in order of how often
/// each was met in what was published of breached sites: of those of 12 to 128 ASCII characters without a blank, `@` or `\`, in
/// small letters and once each, the first 4000. ASVS 5.0 (6.2.4) asks for 3000.
enum CommonPasswords {
    /// - Parameter folded: as `PasswordRule.folded` makes it.
    static func contains(_ folded: String) -> Bool { all.contains(folded[...]) }

    private static let all = Set(list.split(whereSeparator: \.isWhitespace))

    private static let list = """
        123qweasdzxc 1qaz2wsx3edc q1w2e3r4t5y6 1q2w3e4r5t6y mailcreated5240 qazwsxedcrfv 123456qwerty qwerty123456
        sojdlg123aljg qwertyqwerty 123456654321 motherfucker polniypizdec0211 leavemealone gfhjkmgfhjkm qazwsxedc123
        ghjcnjgfhjkm zxcasdqwe123 ghhh47hj7649 sonyericsson 123456789qwe 1qazxsw23edc masterbating qwerasdfzxcv
        123456789987654321 123456123456 112233445566 websolutions qweasdzxc123 chickenwing101 unbelievable flvbybcnhfnjh
        123321123321 ghbdtnrfrltkf 1qaz2wsx3edc4rfv 123456789123456789 finalfantasy contortionist 123qwe123qwe pornographic
        newproject2004 masturbation justinbieber businessbabe administrator needforspeed 123456789123 masterbaiting
        scandinavian maurolarastefy domainlock2005 momsanaladventure hd764nw5d7e1vb1 123456789012 supernatural
        qazwsxedcrfvtgb counterstrike professional ghjcnjghjcnj dkflbvbhjdbx admin18533362 vfvfvskfhfve fkmnthyfnbdf
        qazxswedcvfr 23176djivanfros 123456789qwerty 111111111111 zaq1xsw2cde3 dkflbvbhjdyf 123456789abc 1111111111zz
        whosyourdaddy qwertyasdfgh 541233432442 123456789qaz ghbdtnghbdtn 12345678900987654321 123123123123 intelligence
        010203040506 vanyarespekt fktrcfylhjdbx 12345678901234567890 102030405060 fktrcfylhjdyf devilmaycry4 combat123654
        89231243658s 123456789qqq transformers chesterfield 123123qweqwe saun24865709 qwertyytrewq qwerty123456789
        q1w2e3r4t5y6u7 password1234 123qwe456rty 1234567890qw zqjphsyf6ctifgu jamesbond007 iseedeadpeople international
        aaaaaaaaaaaa 4815162342lost 1qa2ws3ed4rf mevefalkcakk asdfghjkl123 31217221027711 159753159753 12345678987654321
        qwertyuiop123 ptybnxtvgbjy lhbjkjubz2957704 hedimaptfcor fucktheworld cosmopolitan 123456789zxc 1234567890qwe
        q1w2e3r4t5y6u7i8 olcrackmaster lost4815162342 installdevic ghjcnjrdfibyj digitalprodu andrewjackie 1qazxsw23edcvfr4
        159753456852 12qw34er56ty 1234qwerasdf 123456782000 peanutbutter lovelovelove ingodwetrust auckland2010 123456789101
        1234567890zzz 11111111111111111111 qawsedrftgyh minecraft123 ghjcnjqgfhjkm boy4u2ownnyc an83546921an13 abc123456789
        742617000027 41d8cd98f00b 32615948worms 123321qweewq 01telemike01 ticketmaster playstation2 nhfdvfnjkju123
        nemvxyheqdd5oqxyxyzi 012345678910 residentevil punksnotdead playstation3 p030710p$e4o installsqlst iloveboobies
        fuckyoubitch 1a2s3d4f5g6h 123123123123123 vfrcbvvfrcbv philadelphia nightcrawler iampurehaha2 greenlantern
        ghjcnjgbpltw cjdthitycndj avrillavigne 123456789aaa zaqwsxcderfv schoolgirlie qwertyuiop10 qazxswedc123 qazwsxqazwsx
        passwordstandard paraklast1974 nhfycajhvths nhecsyfujkjdt massimiliano lytghjgtnhjdcr christopher1 bpgjldsgjldthnf
        blahblahblah 89876065093rax 1qa2ws3ed4rf5tg 141312190296q 1234qwerasdfzxcv 1234567qwertyu 123412341234 111222333000
        xxxp455w0rd5 websolutionssu warhammer40k vfhbyfvfhbyf stratocaster stinkyfinger rfnthbyf1988 qwe123qwe123
        polniypizdec110211 passwordpassword nondriversig morganstanley minnesota_hp gjkysqgbpltw fatima753357 construction
        bltynbabrfwbz badiman28200 antananarivu 59382113kevinp 1234qw1234qw 1234567890qwerty 1234567890qaz
        1234567890987654321 123321456654 122333444455555 111222333444555 zxcvbnmzxcvbnm zcfvfzkexifz zaq12wsxcde3
        webuivalidat systemofadown stickdaddy77 specialinsta sleepyhollow seemnemaailm satisfaction qwertasdfgzxcvb
        qwaszxerdfcv q1w2e3r4t5y6u7i8o9p0 ontheoutside ntktdbpjh1994 ne_e_pod_chehyl nastyanastya mortalkombat lockingservi
        ilovemyfamily gtnhjpfdjlcr ghjatccbjyfk fynfyfyfhbde anytimetoday amadeusptfcor a1s2d3f4g5h6 999999999999
        6215mila6215 4815162342lf 23wkoa0fp78dk 123ewqasdcxz 123456789qwer 123456789asd 1234567892000 123456789000
        1234567887654321 111111111111111 014702580369 zxcvbnm123456789 zxcvbn123456 z1x2c3v4b5n6m7 z1x2c3v4b5n6
        ytpfdbcbvjcnm wazzkaprivet thecakeisalie sanfrancisco qwertyuiop12345 qwertyuiop12 pfqwtd27121988 nick1234-rem936
        networkingpe msoracle32re michaeljackson love777321777 ktjynsq40147 hjpjxrf23062007 gthtrfnbgjkt ghjnbdjcnjzybt
        dantheman123 corperfmonsy cnfc35762209 cheeseburger cfvfzrhfcbdfz asdfgh123456 aksjdlasdakj89879 89semtsriuty
        89063032220m 420842084208555 1rus27540102 193570356033 123qwerty123 123451234512345 000000000000 zxcvbnmmnbvcxz
        zcfvfzrhfcbdfz xxpa33bq.adna vladimirovna vbybcnthcndj sdicmt7seytn qazwsx123456 qaz123wsx456 q80661658441
        nhbybnhjnjkejk nhbujyjvtnhbz necronomicon mishaoooyeah michelangelo lytdybrbdfvgbhf larterlarter killkillkill
        josephphone7 jjjjjjjjjjjj jesuslovesme ipo54tj45uy856 internacional iloveyoubaby hd764nw5d7e1vbv handkerchief
        gtasanandreas gfhfktkjuhfv g00dpa$$w0rd foreveryoung fktrcfylhjdf findaupair007 entertainment edwardcullen
        bullnuts2003 blacksonblon bhrh0h2oof6xbqjeh asd123asd123 alpha135792468 accessibilit 1qaz1qaz1qaz 1a2a3a4a5a6a
        19960610ilja 123456zxcvbn 1234567891011 1234567890qwertyuiop 12345677654321 1223505sayana 111222333444 070793monolit
        050605rostik zxcvasdfqwer zaqxswcde123 weaknesspays vtnhjgjkbnty uninstallsql trafficracer tfjunwptzsjp temppassword
        syncmaster740n silmarillion salocaluimsg runescape123 ronaldinho10 rikitikitavi registration qwertyuiopasdfg
        qwertyuiop123456789 qwaszxqwaszx q1q2q3q4q5q6 productid20f powerrangers powerlifting polniypizdec1102
        perasperaadastra marinamarina idedevicep0t huangjin1987 heartbreaker ghtdtlvtldtl ghjcnhfycndj ghjbpdjlcndj
        genuineintel gankutsuou1989 fuckfuckfuck frederiksberg frankenstein eulacomplete efwe5tgwa5twhgd dvtcntyfdctulf
        dragonslayer czps5nyndwcksc coolbugi2000 cnhjbntkmcndj civilization cheaphornybastard changelangms cgfhnfrxtvgbjy
        avadakedavra antoshenechka alteclansing administrato abc123abc123 ababagalamaga 951753852456 777777777777
        31321dj51982 30secondstomars 2222333344445555 1324354657687980 123qwertyuiop 1234567qwerty 12345678qwertyu
        123456789azat 123456789987 1213141516171819 112358132134 0528325452mr zghjcnjcegth yjdjvjcrjdcr yflz13041976
        weihnachtsbau tojiik85521133 sonnenschein skateboarding showmethemoney seo21saafd23 samsungs5230 rockohamster
        r3r3vi3wacc3ss qwertyuiopasdfghjkl qwertyuiopasdfgh qwerty123321 qw12er34ty56 ..qlvvcvdeero qaz1wsx2edc3
        q2w3e4r5t6y7 perfectexploiter passwordassword newt7899onrs neversaynever neversaymypassword narutouzumaki
        manchesterunited louisvuitton littlefucker intervention includecatal ihateniggers hakunamatata gthgtylbrekzh
        googlecheckou gfhjkm123456 geniusgenius flvbybcnhfwbz diunilaobu8* den1020834880 degenerationx constitution
        cgfhnfrvjcrdf cfvfzcxfcnkbdfz cbvtycbyjrbz callscesetup bbbbbbbbbbbb azsxdcfvgbhn awdqseawdssa asdasdasdasd
        alertpaydoubl alertemailms aleksandrova abcdefghijkl 80966095182z 80633459472qw 3454051maksim 277rte87hryloitru
        198919891989 198719871987 193711101994a 159753258456 159357159357 131313131313 1302alex1994 125712571257d
        123qwerty456 123qazwsxedc 1234567899876543 123456789123456 123456789101112 1234567890123 1234567812345678
        123456654321a 1111111111111 010203040506070809 zaqxswcdevfr xxxxxxxxxxxx ..xrlqiyeopco welcome2suzan unitedstates
        tarantino123 superstar132 splintercell snowboarding silversurfer serializatio sasukeuchiha samimaxi1212 rhjrjlbkutyf
        revolutiontt revoluinfo123 resurrection qwertyuiopasdf qwerty654321 qwerty1234567 qwe123rty456 providername
        prevedmedved pmdmscts2000 perfectworld password2011 password12345 parliament12345 nodataincolumn nissanskyline
        naughtyamerica msorcloledbr mediterraneo maprchem56458 maksimka2134 liverpool123 island18pass independence
        gjkmpjdfntkm ghjcnjghbrjk ghbdtnvtldtl ghbdtnfylhtq gamemaster12 fypjhbr007dfcz007rfr fuckedupshit fooma091194fds
        fgghjrcbvfwbz euamominhamae elitedollars dzxtckfdjdyf domainlock2004 cradleoffilth comicbookdb1 coinstallers
        chicagobulls cghfdtlkbdjcnm bobthebuilder beverlyhills architecture alexandrovna alex123456789 a9n87u2jved9y
        923650asdfghjkl 8mlzimzslmjf 852456852456 555555555555555 5532361cnjqrf 4062056totoot 333333333333 300cgfhnfywtd
        234589frendz 228gfgbhjcbv 1q2q3q4q5q6q 199419941994 1702alex1991 147852gogozen 1471214712qwe 142536475869
        123456asdfgh 1234567890as 123321qwerty 11qq22ww33ee 11223344556677 099453784sem 09876543211234567890 05021991inna
        025802588520 zcegthfynjif yjdsqgfhjkm1 yfcheyfirjke ybrnjrhjvtyfc worldofwarcraft weihnachtsbaum
        wegangster4lifebitch ver4594gss45 v80953054464 uninstallper tequieromuch stratovarius stas123456789 startservice
        stairwaytoheaven sonypictures sliveddevils ske9k9tch3r5w9s silvertree976 silverbullet setupstartse setupdicallc
        scorpionking sanynokia5130 riodejaneiro rhododendron rfvbrflpt2011 qwerqwerqwer qazxswedcvfrtgb qazwsxedcrfvtgbyhn
        qazwsxedc12345 q1w2e3q1w2e3 pussymonster prigoda25392637 pppppppppppp pikkunappi9c physicaldevi password2000
        optimusprime olegstan1980 nuttertools1 nikitanikita newfoundland myfuckingpwd multiprocess motherlode123
        middlesbrough michaeljordan mercedesbenz mastermaster marilynmanson ..lzkihcswipo lovemetender liverpool1892
        kristinochka justinkislyanka jesus0077993 jacksonville internationa internaciona installwmp64 installenume
        ingaforptfcor ikhouvanjeomer12345 identificati homersimpson holacomoesta hesoyamhesoyam harleydavidson happygolucky
        gygypyfyyyposhy gthdjghbxbyf godzillaslpo ghbdfnbpfwbz1 forester1377 ewelina6814838 elenagilbert ehbyjnthfgbz
        drift89094072877 dreamtheater don'tremember dnepropetrovsk dkflbckfdxbr disksvolumes dirtybastard directoryser
        den121255555 deletecurren cthutqcthutq ctdthjldbycr cristianoronaldo corperfmonex communication cnjvfnjkjubz
        checkinglevel cfifcfifcfif cbvcbvjnrhjqcz browniesunda bountyhunter blackpanther atyourbusiness associazione
        ashleysparks asdfghjklzxcvbnm asdfghjklzxc asdfghjkl123456 angel2726722 anetov_32541 aleksandrovna a1a2a3a4a5a6
        9279807412ss 9279807412ddss 8dagycf9ldtf 89514845466a 753951852456 666666666666 5668nitram10 4rfv5tgb6yhn
        321673216732167 220790140907 1z2x3c4v5b6n 1vfhufhbnrf1 1qw23er45ty6 1q2w3e4r5t6y7u 1a2b3c4d5e6f 199649316zed
        198219821982 123reconect312 123qwe456asd 123bfg123bfg 12345qwertasdfg 123456789xxx 123456789qwertyu 123456789ira
        123456789abcd 1234567890qwer 1234567890qweasd 123123456456 121314151617 112233445566778899 102030405060708090
        102030102030 09092009sophie 0551144kolya 030169dennis 0147896325you zzzzzzzzzzzz zxcvbnmnbvcxz zxcvbnmasdfghjkl
        zxc123456789 zaqwsxcde123 youngandrestless xkzwnuxkdn9a8kcykuitbkg1g xf6cmqlrpeuhjuvv wsxz3823922163845 worldoftanks
        winresponse1 whysoserious virginiatech vfwyeuv6aueh vfcnthbvfhufhbnf verkot492934 venividivici vbhjiybxtyrj
        vbhjdjpphtybt ujujkmvjujkm trickydick69 triagrutrika trailblazers tlbycndtyysq timberwolves successfully
        streetfighter slonyaka082367 slava5sandr5 skywalker1979 sexsexsexsex setupopeninf setproductid setcurrentpr
        seregaserega selfsigncert secretsecret scesetuproot santabarbara samsungkoze176351 rhjzp59vnq00 rfrfirfrfrfirf
        rfhbyfrfhbyf retsamoen123 remotedeskto relaxwebbewxaler readdataport raoyu1359760 raijmakers313
        qwertyuiopasdfghjklzxcvbnm qwertyuiop1234 qwertyhgfdsa qwerty1234567890 qwertasdfzxc qwegta13091990
        quant4307quant4307 qqwweerrttyy qqqqqqqqqqqq qazxswqazxsw qazwsx123edc qawsedrftgyhujik q1a2z3w4s5x6
        professionaltools privetkakdela pcrmcfnsoqw+ paralelepipedo pamelarafter overwhelming nymphetamine ntnhflmcvthnb
        njxrfrbgtybz njkmrjlkzvtyz nhfycajhvfnjh nekronomikon nbwnbw258789 mychangeserv modernwarfare mercedesw202
        mazefaka2009 matiasjerez123 market892892 mandermka112 lsjkfghkj45kjh loveandpeace lol123456789 ljh345ljh3577
        liaandsonya11 lbaathtywbfk kyk1rbk1hbw0uqkckwbh kristina2010 kristina1998 killerkiller kbytqrfufdyj kazantip2009
        kalinkamalinka jabbawockeez installwmfsd installutill initializing incrediblereview ilovemymother ichliebedich
        homesweethome hoffenheim2008 hgdxtgttgfdtdtes hellogoodbye hbrbnbrbnfdb happynewyear grandtheftauto gorelova2009
        goldinfo1975 godverdomme01 gnthjlfrnbkm gjrtvjygbrfxe gjkbghjgbkty gjgeufqhjvfyfzif ghtphtybtcerfv ghjabkfrnbrf
        gfhfktkbuhfvv fuckthisshit fuckthesystem foreveralone flatronf700p fkajfhsgt19pot fank10011996 encyclopedia
        ejxjzgbgunaz9z6j6exbniqga dzxtckfdjdbx dskscsgslscns dima324315198540 dima123456789 dfvgbhdfvgbh dfktynbyjdbx
        delanoteslik defil3dsmdme deadmanwalking dbzursitesux coolermaster configuratio compatibility communicatio
        cnfhsqgfhjkm cliegaliases classdescrip cityofangels cinemabizarre ciaociao1234 chiebradrieri cheekymonkey
        cbhtytdtymrbq callofduty123 butterscotch butlerandsly budakpandai80 boomersooner biochemistry best123admin
        bar588bar588 b7b7vhig5ij5 asd123456789 armagedon666 apocalyptica allahisgreat alexandre199 albanycolonie
        aezakmiwanrltw accountblock a1s2d3f4g5h6j7k8 a112233445566 665544qwerty 654321654321 53433553hjvfy 47892knjq333
        3rjqdxcnmrc568 252525qweasd 201020102010 1z2x3c4v5b6n7m 199719971997 19684sheperd 1533355ddddd 14881488wpcc
        148814881488 14121995vlad 123zxc123zxc 123dolchie098 123654789qwe 123654789fgt 1234qwer1234 123456abcdef
        12345678qwertyui 123456789zaq 123456789qazwsx 123456789lox 123456789lol 123456789lena 123456789ivan 123456789cfif
        123456789alex 123456789852 1234567890qqq 1234567654321 12345671234567 12345654321z 123321123456 123123123qwe
        11cib22ru33geg 1122334455er 11223344556677889900 11111111111111 10203040506070 00212100vova zyjwrprscnwv
        zxcvbnm12345678 zxcvbnm1234567 zxcvbnasdfgh zxccxz85265493 zxc123zxc123 zs3vs23zs3vs23 zeus7169-ladidadi
        zaq12wsxcde34rfv zaq12wsx3edc ytrhjyjvbrjy ytrewq123456 ytgjdnjhbvsq yjdsqujl2009 yjdfzcnhfybwf yfltymrfxgjr0707
        yeahyeahyeah ybrbnfybrbnf y6t5r4e3w2q1 y5hjkdg82490840 wwwwwwwwwwww wpwp5625382q winniethepooh wildwildwest
        whitekoma212 warhammer40000 wahyqu5u7ena w0a1ni0604de vlad0685414688 vjqvfktymrbqvbh vfuybnjujhcr vfibyfvfibyf
        velociraptor uzumakinaruto universalnyj understandin uhtxfcvjkjrjv ufa35forever tttttttttttt trytologin86
        true7521478957 tnasljohxfysa tetragrammaton taokhongbiet syncmaster710n streetracing startspooler stalkerstalker
        ssssssssssss spiderman123 spectrumsonline spartakmoscow sosca6661254 soldatenko20 skakalka199218 signature673
        severodvinsk setactivepwr sera19930220 seniseviyorum senbonzakura sekret199502 schastlivaya schallapatapan
        sashka159357 s1e2r3e4g5a6 runescape1995 rsc512663995 rr231982w111 rollercoaster ringedtits2004 rfhfdfyrfhbyf
        rfewtww5tgregtr rakkausrunot qwertyzxcvbn qwertyui2000 qwerty123qwerty qwerty100500 qwerasdfzxcv1234 qwerasdf1234
        qwer1234qwer qweasdqweasd qwe123321qwe queteimporta qqaazzwwssxx qazwsx123123 qaz123qaz123 qa8916820123 q1a1z1w2s2x2
        psetupinitre programmable precompiling plhfdcndeqnt phztca63f9zu petrozavodsk pedrolucasmunhoz pciide0chann
        password2010 password2002 orochimaru1991 orientepetroler oracleclient optionaldirs onlyone4-myxworld nurregulle95
        nosforeverever nobodynobody nineinchnails nightstalker nhfyrdbkbpfnjh nhfycajhvfwbz never32been16 nbkbvbkbnhzvlbz
        mycompnetwork muslim0626461997 msjetoledb40 motorola1234 mmmmmmmmmmmm misterzaklady misericordia minimaltrust
        minimalinsta metropoliten metropolitan medalofhonor mchedlishvili masterblaster markpnpdevic marik322424644
        mariaeduarda marcoantonio m1a2r3i4n5a6 ltybc7327857 ltqcndbntkmyj lovesthecock love123456789 loseyourself
        logpidvalues lkbyysqgfhjkm lfhbyfjcnhjd lexx1029384756 lemuel913110 lacedmeone86 kzryzptdf573 kuni42kuni42
        kristina1995 kolo__1kolo__1 khuljasimsim kbkavgfcabwda katerina1990 karatel54852 jxtymghjcnjq justin123951
        jlyjrkfccybrb jesseluotonen javaxishvili janetjackson ipwnroben123 internazionale installpersi initializati
        ilyuminnaciya iloveyoupker iloveyoubabe ilovemyschool ilovefootball ifynfkmghbvv44 idedevicep2t idedevicep1t
        htutcnhfnehf hswfhmcvthnb hogtieddazed hjvfyjdhjvfyjd hjccbzxtvgbjy hiltonptfcor hesoyamaezakmi herrderringe
        hellfire1990 heatoclevaedr36 haveaniceday hastings1066 hastalavista hassan030894 harrypotter1 guilherme123
        gthtpfuheprf gthtgjldsgjldthn granadaptfcor gqlsstfhqgwwvqxjx gordolee85-mac2olli gnbwfcxfcnmz gjkmpjdfntkm1
        gjhjkmgjhjkm ghtgjlfdfntkm ghjcrehjyjbl ghjcnjrdfityj ghjcnjnfr123 ghjcnjgfhjkm1 gfnhbr787898 gfhjkmghjcnjq
        gcvgrvuut5v6er gbpltwgfhjkm gbplfnsqgfhjkm1 fuckyourbrain13 freightliner finishthread ffffffffffff feathertextu
        fdnjpfgxfcnb fdfnfhrf6666 fcporto74150 expanasion12 eventlogmess euq8pvhrnpssdymizqx+ eropokereropoker
        ereyes4269-ryan1199 epevfrbyfhenj enterprisese engine1995ass eljdjkmcndbt elior20052482 ekaterinburg egew5twt3tgh65y
        eagle1110-stimpy dynamicupdat dust360271212009 dsgtylhbdfntkm82 ds6tetsfdsrfdfgd driversignin drerhgeegehr
        dkfcntkbyrjktw diskst312002 dfktynby1986 dfkmrbhbz1972 dfdddf45fdgh deviceinfose dddddddddddd dbrnjh572202
        dataperfcoun dallascowboy daggermaster crosscountry consumercomm confidential cnfybckfd1900 cjkm14881488
        cjdthityyjctrhtnyj charliebrown changed_due_to_fraud cfirfrfrfirf cbyuekzhyjcnm cbkmvfhbkkbjy caramba100500
        can'tremember callrunoncea c3hfpyteuflftim ..byvulwjjrqg brownbrown01 britneyspears bostonredsox bootylicious
        blessings888 blackestnight bilbobaggins bigblackcock baura-megapass basketball11 bartbartbart bagautdinova
        b74cx6qs7328 azsxdcfvgbhnjm auburntigers atsonlinejobs asdfghjkl111 asdasd123123 asd123fgh456 arhangel9797
        angelofdeath andrew1o2p3e4n andreiandrei americanidol al#ks3!ksj0xx aleksandrovich ahernjdsqcfl agiljuliandra
        ageofempires adminscripts adminlol1982 administrati activationre abretesesamo aaaaaaaaaaaaaa a3531534b413
        a1b2c3d4e5f6 a1234567890a 987654321987654321 987654321123456789 987654321123 89503102616nss 89279981879z
        89278246747a 89277216066n 89056288231w 85fg754kl62br853lpq7 852456753951 80986677668k 771512cherniy 741852741852
        5t6y7u8i9o0p 557788loveaoi 444444444444 415263748596 380434522575 3175671tdutybq 31504244life 2sexy2hottoh2yxes2
        29893536werty 28ros11bri67 28lytqcgecnz 272270271983 27071996pasha 266534597157 258456789qazzaq5 224909224909
        200120012001 1xpx66blrumblst6bbus3 1qazse4rfvcxz 1q1a1z2w2s2x 1a2s3d4f5g6h7j8k 199319931993 199119911991
        198319831983 197819781978 159951357753 159753qwerty 159357258456 147258369147258369 14051997sergey 14021992004urban
        1374653317652 12qwaszx34erdfcv 123war456rus 123qwe321ewq 123qwe123qwe123 123qaz123qaz 123789987321 12369874123c
        123456789zxcvb 123456789yfcnz 123456789vika 123456789roma 123456789qwertyuiop 123456789max 123456789love
        123456789dima 123456789dfgh 123456789den 12345678912345 12345678910z 12345678910a 1234567890qq 1234567890anton
        1234567890123456789 123456787654321 12345654321q 123045607890 111122223333 1111111111111111 100490100490
        0p9o8i7u6y5t 0k1o2v3a4l5e6v7 053aruspra350 04061963maryan 0102030405da 010203010203 00rdtsau4leyzunckj121dwm
        002543200254 zxcvbnm123456 ztn3tourney1 zrhenjqxedfr ziablw4u00bq zghjcnjgfifujleyjd zcfvfzcxfcnkbdfz zaqwsxzaqwsx
        zaq123456789 z22226270525 z0mfgwtfuxlol yyyyyyyyyyyy ytgjdnjhbvfz yjdsqujl2011 yfhenjepevfrb yfcnzyfcnzyfcnz
        yfcntymrf5294 xxxpasswords xdkursym89tm x4cc355b10wsy0urm1nd www123456789 wuyoukuaile756 wonderfullife wnanstns2108
        willian22049 westcoast4646 wellcome1991 welcomtohall warhamet2014 wad559523wad vtyltkttdrfrfhf vsebudethorosho
        vmb2079002347 vladvladvlad vladivostok2000 vladimirovich vjqyjdsqgfhjkm vjltkbhjdfybt viktoria2010 vikavikavika
        vfvfghjcnbvtyz vfubcnhfnehf vfifbvtldtlm veronika2010 veronika1998 vbycbytzhfnfv vbrhjdjkyjdrf vbhdjdctvvbht
        valerkolomakin valeravalera valentinchoque vacaegalinha v3xdmta9hcsm v3ss4neeker1 untouchables universitario
        universidade ulrace173rfhgjd uchihamadara turkmenistan turbocharged ttdlnhttdlnh trinitrotoluol traveker2011_
        tobeornottobe toalet6rensare tnssanuam786 timekillerss threedaysgrace teshka_poltavka syncmaster940n syncmaster920n
        syncmaster913n svetlana1984 svetlana1980 supertoronja4 superman2010 supercutekawaii sumertime117 suh1584dswk9
        suckmyarma69 subaruforester stukjehout12 stripclublist strawberries straightedge stormbringer stitchpuller
        starwars2000 ssssssssssssssss speechengine spatarikanec spartaque312 sovershenstvo sobrenatural smolinnikita
        smokingkills slava6617644 skorobogatova sinhrofazatron silvidvebuio sharpshooter sharo3taylor shalomshalom
        shadowmaster shabandaryant setupdiinsta setupdigetcl servicedatab serverapplia sergei199428 seniseviyoru
        sdsfdgnd3jl5lv sdjk985dfkjg scsenia911911 sashasashasasha sasha1993150205 samsungc3050 samsung12345 sadfsfaasd123
        ruslanruslan rumpelstiltzkin ruellovedada1 ru4btrpnkokgeq rtyufghjvbnm rompecorazone romashka1970 rollingstone
        rocksmysocks rockdisplace robertrobert rmracinggnicarmr rjycnfynbyjdf rjyabuehfwbz rjvveybrfwbz rjkktrwbjyth
        rjcvjgjkbnty rhfcyjgthjdf rhfcjnektxrf rhenjqgfhjkm rhbvbyfkbcnbrf rhbcnbyf2003 rgihlxoyoclmgiqsu rfktylfhbr123
        rfkbyrfvfkbyrf regularexpre registerdevi realmadrid10 rdewulzvchjz rainger-493949 rainbowskittles radiotehnika
        qwertyuiopas qwertyu1234567 qwertyasd123 qwerfdsazxcv qweasdzxcrfv qweasdzxc123321 qwe1qwe2qwe3 qwe123q1w2e3
        qwe123asd456 qwe123456789 qwaszx123456 questpistols qrafzvwesdxc41 qazwsxedc1975 qazwsxcdevfr q1w2e3r4t5y6u
        q1q2q3q1q2q3 pyfvtybnjcnm purerf545454 prostoyparol privetprivet privatejayla popovich250293sanek poopiebrains
        poochunk1993 pomapomapoma polinapolina poiuytrewq8008 piri1233445585 phzv5rtfpkwc photographer paycom013002
        passworddrowssap password2009 password1981 paralelepiped p3i2p1p3i2p1 ornitorrinco opusdeijunior onelovekv9293
        omegamircolaura olek122333400 oksanamalushka odnoklassniki odnoklasniki odinochestvo odessarostov odessamama69
        oc80969496479 nv0905198516 nuncateolvidar nn8n8bn8bn8b nikita9609595982 nhfypbcnjh22 nhfycrhbgwbz nfvbkjxrf1975
        newlifebegins netclientfil negfzvfkjktnrf ndbyrbndbyrb navuhodonosor natalinatali narutonaruto myliveisjail
        mychemicalromance myassishappy mutherfucker mushroomhead msdasqlreadm motorcontrol moshatinkor1 mortalcombat
        moneyfornothing mol8leks24kr mogilev368088193 moedzkhhyfonq modernwarfare2 mnbvcxzasdfghjkl mihamihamiharap
        mightydragon13 microsoftraw methamphetamine metallica123 messygirl-girlmessy meilesjegaxxl maxver199317 masterbation
        mamay19891707 magicolivorno maertracque1 madscientist madeinheaven madagaskar94 m0therfucker lxgiwyl130795
        luisfernando ltlvjhjp1060 lollerskates lolfriendslaugh lisadumon842 lightinthebox lfiflfiflfif letadlo741852963
        lessthanjake leraleralera leavemealone1 lbvfvzcybrjd lavieestbelle lavidaesbell lalalalalala l33tsupah4x0r
        kzcmrbvfczcmrb kuroshitsuji ktnjjctym228 kristina1997 kristina1993 konstantinos kolechka090619 kogytmagnym007
        klbik87987974 kirill04101996 kingsofmetal kingdomhearts killingspree kienan22071998 keyfrhfcjnrf kaiserslautern
        juytneibntkm juliette2000 johannesburg joabe_50cent jktrcfylhjdbx jklasdlj2312 jjjjjjjjjjjjjj jets714417ny
        jenniferjennifer jegerikkedk123 jeffgordon24 jeffersonlibrar jackinthebox j7a5c4k4s5o7n iwillfuckyou issue43-alaina
        isakov7roma7 ira123456789 intelpentium intelceleron installlegac installinter installation initialiazat infinitywing
        infinityward iloveyou2011 iloveyou1994 iloveyou1234 ilovethisgame ilovemyfriends ilikechicken ieexecremote
        iaxe105-lanceman iamthewalrus iamsuccessful i210c844q523 htrdbtvgjvtxnt htcnhernehbpfwbz hjnjhhjnjh123 higtveteran11
        hhhhhhhhhhhh hh775755757g hgfedcbaabcdefgh hfpyjcbkf839 hfpubkmlzq80 heckfydrjynfrnt hbptyiyfewth harmankardon
        happytreefriends hanterstrely hannahmontan gunsandroses guimodedebug gtnhjgfdkjdcr gthlbvjyjrkm gthdjvfqcrfz
        greatbritain grandchildren gjlgjkrjdybr gjikbdctyfabu gjcktlybquthjq ghtcnegktybt ghostbusters ghjybryjdtybt
        ghjuhtccfnjh ghjtrnbhjdfybt ghjrkznbt666 ghjotghjcnjuj ghjivfyljdrf ghjcnjrhbdjq ghjcnjqaz123 ghjcnjgbjyth
        ghjcdtnktybt ghjatnghjatn ghbdtnbrdctv ghbdtn123456 ghbdfnbpfwbz gggggggggggg gfintnqqq333 gfhjkmgfhjkmgfhjkm
        gfhjkm123456789 gfhfktktgbgtl gfhfkktktgbgtl gergdsfgedhjdrg generalsetti gbpltwgbpltw gbplfnsqgfhjkm galatasaray2
        fyutkbyf2007 fylhtq555726 fyfcnfcbz2006 friendsforever friedchicken freepornsource frederikshavn fountainhead
        football**** flatronf720b flatronf700b flamethrower fgjrfkbgnbrf fghjrcbvfwbz ffd0fdd6cbf01 fernandotorres
        fedcbaabcdef fdsg5485lhn5 fdnjvfnbpfwbz fantom241093 faizarecords facetoface77 f1x753951753951 eybdthcfkmysq
        eyaze3mpkzns euteamomuito euteamodemais eubkmhf8gzik euamominhavida entershikari englishman36 elvispresley
        ekmnhfabjktn efwewefwewer edlx9ti3blifme eapfeilstick e8ip48iseh81 dumspirospero duinstallupd dtkbrjktgysq
        dron24122004 dragonmaster dragondragon dragonballgt doppelganger dolcegabbana doityourself dodgecummins dna123zebra1
        dkflbvbh1988 djpdhfotybt1992 djdfhekbncgc djccnfyjdktybt dimadimadima dima12345678 dickdickdick dfgys34ds432sd
        dfgdfgdfgdfg deusdoimpossivel dementor1994 demben424444 defaultwsdlh ddtlbntgfhjk dctgjkexbncz dbzmicrosoft
        dbzearthlink dbrnjhbz2010 davidg63_2000 davidarenson davegrantbrown dashka25061997 dashakakasha darkside1989
        darkmagician danilka123123456 danieldaniel damienlord12 d6v1n41d6v1n41 czcmrbvfczcmrb cyjdsvujljv10 custommarsha
        ctrcvfibyf132 cthutqsergey crusadercrusader cristianoronald crash3823776 coolerblik56 cookiemonster constellation
        configwizard commonwealth commoncommon cnjghjwtynjd cnhtkmybrjdf christoffer1 chiyeuminhem cheaphornybastar
        chapmanpk1995 cgjldsgjldthnjv cgfcbujcgjlb cfvjythajhtdf cerfytktpmdfrr cerfcerfcerf campbellsport calcavecchia
        byyf1991vensuper bynthathtywbz buffysummers broadway2012 boosucka-wanger boogienights bnimdasflgbnq blonda229404
        blessthefall blacksabbath blackman57512 blackandwhite birkjen-jengele bigdickdaddy bigdaddyal20 bertandernie
        bendis-chrisbln belomorkanal belochka090619 bellatlantic be92nj74am56in bcnjhbzhjccbb battlefield3 bassingwell1
        bassingwel99 basketball12 basketball10 barracuda20876 barneyrubble balloonssnoollab avengedsevenfold assemblylist
        assasinecreed ashleywilliams2010 ashewitt2003 asdfqwer1234 asdfghjkl12345 asdfasdfasdf asdasdasd123 arquitectura
        apolloapollo antqueen2010 antiapantiap annihilation anjingsemua1 anhyeuemnhieulam anhchiyeuminhem andy73taylor
        anderley2011 analintruder ameedlove123 allyouneedislove alinkamalinka alhamdulillah alexalexalex alex20071995
        aleks1236556321 alejandro123 ajw4za9teycv ahfyrbyintqy agresor201124 afterforever afqhhekbn121 administration
        adidasonparas123 adidasandnike abrakadabra1 abcdefgh2000 abcdefggfedcba abcdefg12345 abcd!efg!123 aawildwoolf1
        aaaaavladaaaaa aaaaaaaaaaaaaaaaaaaa aaaaaaaaaaaaaaaa a7575999975a a5963259632a a3531534b415 a1s2d3f4g5h6j7k8l9
        a0000000000a 9932525011995 987654321qaz 940091192300 89je4q8j92r0y 89508074830ice 89279881081af 89270869449q
        89121344466a 89116446869tema 89096319050m 876543212000 8363434480sx 80688800742ilona 80506203416w 80505251243qwe
        80333121556a 789963123741 789456qweasd 78945612344752 76maawl7qsrai 76543211234567 764608adelka 7590019552ghja
        753951753951 753951456852 753453753453 751243538629 6bc8a3652000 69savannah69 654321123456 637nq781wp3h 634832klpo50
        6136030moska 565656werasd 555555555555 543279937954lol 5429818flower 53xp8c7agyxls 535148326159 501877501877
        495867qwerty1 460570885341 456852456852 450512450824 448017251810 3edc4rfv5tgb 341822554792 329usalva007
        321ewqdsacxz 3192heptagon 315102001112 2x4karyzbyee 28elkedelaet 27ab55ce67az 270mixeron0561 2519882dasha
        246824682468 230790dgbple 23021997namher 228papirosim 201120112011 2010benvanburen 200420052006a 1qwe2asd3zxc
        1qaz2wsx3edc4rfv5tgb 1q2w3e4r1q2w3e4r 1q2a3z4w5s6x 1grizzly2000 1greedisgood 1ass2patties 199819981998 199519951995
        199219921992 19912702lolik 198619861986 198419841984 197419741974 192639413058 1805aspirine 174372362579
        159753852456 159357456258 159357050505 1366613gromf 13243546576879 124578986532 123vfubcnhfkm 123qweasdzxcv
        123qweasdzxc123 123qaz456wsx 123geniys321 123abc123abc 123a456b789c 123654789qaz 12345qazwsxedc 123456ytrewq
        12345678abcdef 123456789zxcvbnm 123456789zxcv 123456789tun 123456789sasha 123456789rfnz 123456789hola 123456789asdf
        123456789321 1234567891234 12345678910q 12345678910n 1234567890asd 1234567890abc 123456789098 123456789012345
        1234567890-- 1234554321vfrcbv 123234345456 123123qwerty 123123321321 121212121212 1123581321neko 1122334455qq
        110022993388 109876543210 0987654321qw 0987654321qaz 090807060504030201 070289070289 069118721456 06028006tata
        05dagestan05 057yeja1zpc3ljx8ci 031060220793 00000000000000000000 000000000000000 zzzxxxcccvvv zxzxzxzxzxzx
        zxcvzxcvzxcv zxcvbnzxcvbn zxcvbnmasdfghj zxcvbnm1234567890 zxcvbnm12345 zxcdsaqwerfv zxcdsaqwe321 zxc123asd456
        zx454888ebay znfrfzrfrfztcnm zlodeivot88w3er zkenmitxtvns zhjckfdzhjckfd zezimazezima zevfvslehjxrf zczrefrection
        zcfvsqrhenjq zcfvsqkexibq zcfvfzcfvfzcfvfz zavialov1990 zasadazasada zaqzaqzaqzaq zaqwsxcde321 zaq1xsw2cde3vfr4
        zaq123edcxsw zaibuneng198710 zadolbali1984 z1z2z3z4z5z6 z1x2c3v4b5n6m z1979lbyfhbr yura11061996 yui89213641706
        ytty5656ty56 ytnevtyzgfhjkz ytkes9959evh yqkki8yutvdg youcantseeme youaremylove yjvth3632171 yjplhtvjxrf0102
        yjdsqujl2013 yjdsqujl2012 yjdsqujl2010 yjdsqgfhjkm15 yjdjtgjrjktybt yfujhirtcbltkrjhjkm yfnfifyfnfif yfcntymrf123
        yfcntyfckfcntyf ybrjveytdthm ybrjkfqrjdlbvf yatsenk01308 yatebyalublu yaroslav2011 yapilolik155 yalublusebya
        y0s84jkxrztq xyivzlomaesh xxxmisterxxx xxx124578123 xxj31zmtzzkva xx85.enk7a8m2 xx123cardoso xthyfzgfynthf
        xthtlybxtyrj xldir6us9wk8 xinmima09362 xeljdfhobr27 www9356527575195 www89062803177 wukwinwukwin wtb220wtf220
        wso9rycamguchqpdwwvbad ws4zvm85vsuq wrestlemania wolverhampton wolferman777 wladimir1994 windowsvista william12345
        whitestripes welcometohell websolutions69 websolutions007 wd9dwgka9mkr was_rejected warriorwithin warrior12345
        warcraftrenat wangwang2013 walesonskilz waitandbleed w7dy287ktshn w248403198828w vvvvvvssssss vtnfvjhajpf1
        vtnfvatnfvby vsebudetxorosho vq6m5spb3ukero vovadima2819 vleofdhghxxp vladreghbzyjd vladimir2011 vlad123456789
        vkontaktedrug vkontaktebuggy vkontakte111 vjqntktajy53 vjqcegthgfhjkm vjhjpbcjkywt vivalasvegas violetta1992
        vinnythepooh viktoriya1993 viktoria1989 vikachka7777 vika123456789 vidasaudavel vh5sxz3tewey vfylfhbyrf2002
        vfrfhrbybkmz vfrcfyfkjdbx vfrcdexswzaq vfrcbv565656 vfrcbv050489 vfhcjdyf1994 vfhbzbdfyjdf vfhbyf19981902
        vfczyzvfczyz veteran240282 verveloabball vertyporokh123 veronika1986 venvr8vr883f venfynvenfyn vehfnjdfqaz123496
        vecjhjghjdjl vcb2009byday vbtfztz3ehdw vb9djgjdwxdq valeriyalove valerakish963210 valentinovna valentina123
        valentin1995 vadimka12369 va306566153156 uuuuuuuuuuuu uthvfybzrfekbnw uqbk68jf75pc uniprocessor underground3
        underground2 undefi_jysir uhlvuhlvlove uhfylvfcnth22 udkzarniamov uchihasasuke uaiobg9312gg1 uaeuaem6597676
        tzmzikyd8bmc tyljrhbyjkju txmasterpppp twillikiki1122 twilight2010 turboblink182 tu4stu4kins279 tttttttt2000
        triderredirt tricking123456 trfnthbyf1995 travelinstyle transserfing trainspotter trafficforme trafficexchange
        tracon130591 toyotatacoma toyotacelica toxa3353520216 toomuchsugar tokiohotel123 tmihhp35gjwk tlbycndtyyfz
        timesofindia thundercloud thunderbirds throatfucker thomasthomas thisismypassword thisinstance thiesing-daniela
        theworldismine theundertaker thessaloniki thejawjaster thedarkness18 thedarkknight thedarkangel thechosenone
        thaiseuteamo testosterone televocomigo teenshardcore technologies tdutybqjytuby tdutybq12345 tbrunson-serihs
        taskforce141 tanya1234567890 takingoverme taichi110183 t6dlniahehjsktr60vp8rb50e2 systemofadow syncmaster710v
        sylviarafael swforever777 svetlanochka svetlana2011 svetlana1993 svetlana1982 svetlana1978 superstar123
        superpassword superman1938 superfamily123 supercharged subaruimpreza structptfcor streetball123 strawberry12
        stranger9000 stonecold316 stlkpsk3uoci steporthood2nd stephanie123 starwars1138 stargateasgard2009 stargate2000
        stanyukovicha staneonerulez ssallonnikki sregnarrangers spsetuploadp sportscenter spongebob12345 splatterhouse
        splashdownfire spinningwheel spidermonkey spectrumonline speakersystem soundblaster sorbonne2011 sophiekitten
        soni43634255 somesword123 somepassword solosolosolo solodoukhin1 sokolovskaya sojesussalva snaelro35620 smudgesmudge
        smokingteens smokeweed420 smashthestate sliueaproulou81 skipmissingf skateboardin skafiskafnja sjswsbqvbxipi
        sjls2zbtmtle simbaa-simbaaa silverdesk84 sil918273645 signature1fa shvagrev1990 shotokan2104 shithappendsshit
        shevchenko1995 shemhamforash shayshayshay sharpandshiny121 shahi0911ami sh4d0w3dhtml sexyboyharry sexosexosexo
        sexisawesome sexinthecity sex123456789 severussnape setupvirtual setupdigetde setupchangel setinstalldr serviceproce
        sermak338024 serialkiller sergeysergey sergeypronin september2010 sentinel2000 secretpassword se354et6haeth
        scorpion1984 schnickschnack saxaridze098 savok13081308 santiagokapo27 sansebastian sanidtrshyrd sandervandoorn
        samsungs8000 samsungnokia samohodkin521 samerica2005 samayamilaya salvadordali saintssaints sagmicrosoft
        s9744644z4464 s80992813028 s2ed8rpasdvl runesofmagic rrrrrrrrrrrrrrrr ronskiebws123 ronaldo130897 ronaldinho80
        romkathepapavk147896325 romasxodizaxlebo romashka2011 romashka2010 romapavlenko20 romantorenkov rollingthunder
        rollingstones rogyansamehali roflroflrofl rocawear1993 robertpattinson rktyjdsqkbcn rkjybhjdfybt rjyutybfkmyjcnm
        rjycnfynbyjdyf rjycbcntywbz rjntkmybrjdf rjhjkmrjhjkm rhtcnbycrjuj rhfcyfzifgjxrf rhfcjnrf2011 rhfcjnfcgfctnvbh
        rhbgnjuhfabz rhbcnbyf2009 rhbcnbyf2000 rhbcnbyf1990 rfnzrfnzrfnz rfnzktyflecb rfnfchjafptvkb rfkzrfvfkzrf
        rfkbyfrhfcyfz rfhnjxrf33456 rfgyuji8il0oksdfzx rewqfdsavcxz resurrection84 residentevil5 residentevil4 rerfhfxfkjcm
        rereirfrereirf reqghjccsogfcc relationship rekmnehjkjubz regeneration refrigerator refridgerator redve3z4and2
        realmadrid11 rdsdisplay16 rdfpbvjlf007 rdfkbabrfwbz rbytvfnjuhfa rbhbkkrbhbkk rbctktdybrjkfq rbcf20rbcf20
        raquel_adolfo randomdude12000 rammstein1995 rambrushadow raidersofthelostark ragstoriches radhakrishna
        radeonradeon159 radenebwnz12 raailgrinder r4e3w2q12000 r1u2s3l4a5n6 qwpoaslkzxmn qwertyuqwertyu qwertyuiopzxcvbnm
        qwertyuiopasdfghjklz qwertyuiasdfghjk qwertyonline qwertyasdfghzxcvbn qwerty987654321 qwerty150270 qwerty12345678
        qweqweqwe123 qweqwe123123 qwepoi123098 qweasdzxc12345 qwe9876543211234567 qwaszxxzsawq qwaszx987412369
        quiveringotter queroveragora quant4302000 quadrifoglio qriltzm1xq3d qrfst5tjolud qrd2gvmdfltq qq8gws75mgo8
        qq11ww22ee33rr44 qplk9637next qo1029384756 qbrqu7fkhgqv !qazxsw2#edcvfr4 qazxcvbnmko1 qazwsxqaz123
        qazwsxedcrfvtgbyhnujm qazwsxedcrfvtgby qazwsxedcrfvt qazwsxedcasd qazwsxedc1234 qazwsx741852 qazedctgbujm
        qaz123wsx456edc qaz123456789 qawsedrftgyhujikol qawsedrf1234 q89500282294 q80669707167 q7txfofgx0qb q1w2e3a1s2d3
        q1w1e1r1t1y1 q1q1q1q1q1q1 q1a2z3w1s2x3 puteshestvie pussylover69 pussycatdolls purplemonkey purpanptfcor
        ptktyjljkmcr psychosocial psetupinfcac prostokvashino prostigospodi primavera2006casa prikolprikol premiere1992
        precompilein preciousprotection pppppppeeeeeee powerra9gers powerman5000 powerful3701 poshlivsenahuy porschecayenne
        pornographie porninspector popkorn461016 poonamganesh polischuk4693 polipropilen pogo22-omegaome pleaseletmein
        playstation1 playboybunny plasticfloor pjkjnfzjctym pineapplecou pincopallino pigletpiglet pierrepierre
        phs16l31pogosta photoshopcs4 phoenixrain1 philipdannypaul pfvtxfntkmyj peternorth10 peterborough perseverance
        perezagruzka pennsylvania penelopa1234 pedro77772mru ped100ananacnaveka peaceandlove pawsplease11 patricia.miguel
        passwordptfcor passwordcorner password4321 password2099 password2003 password1996 password1992 password=09=09
        parasha11uvarova paramore1234 parallelepiped parainfluenza paradiserios papinadochka papagepetteo panasonic1981
        panasonic123 pakistan1947 pakistan1234 pagevars.get pabloescobar p140499417feef870 ozzyosbourne ovsyannikova
        ovchinnikova ourladypeace otvertka1337 oriflame2010 orangemonkey orangecoffee ops123456789 opezassociateslb
        opernkleider opalpussycat85 oooooooooooo oochristian2 ..oo3xpzokk6 ololotrololo oleg12345678 odnoklassnik
        odessamama2010 nuttertools1234 nuttertools123 ntktajy12415 novograd2011 noviembre201 november1972 nosnikta8991
        nosceteipsum nnnnnnnnnnnn nnjceyvsu2y4 njkthfynyjcnm njhygtftb567 nitroglicirin nissanskylinegtr nissanalmera
        nikolozinika nikitosik2011 nika19981303 niezapominajka niemtelletmein nickho-covers nhfdfytyfhrjnbr nhbujyjvtnhbz212
        nhbfyuekzwbz newpassword1 newblood2000 newandimproved neversmile95 nevershoutnever neversayneve networksetup
        nemmondommeg neizvestnost necronomikon nbvfijdckfdf nbafyb30111997 nazwanowka1234 navykentron1994 navuhodonosor1
        natashanatasha nat198777734 nastyanastya123 nastya23101999 narimanisayev napoleon1812 nacional40677 n8doggmorgan
        myponycancelled mylenefarmer mycroftholmes my9508669252 mustanggt500 musicismylif multifunctio mozillafirefox
        mozilafirefox mountainbike motorolac350 motherfucker11 moshatinkor2 monsterhunter monstercocks modernwarfare3
        miyvarxarani mittsitt2009 mittelscurry mitochondria misvazhen1997 miroshnichenko minhafelicidade minhafamilia
        mindiashvili mimamamemima millyisloppy milko12345677 mikeybihon-post12 mihaisurleanu2561 mihaisurleanu mihailliahim
        miguelangelo23 microlab1986 michaeljorda michaeljacksonj michaeljackso michaeldelaila metropolita1 mersacenforce
        merlin216382 merkava-ivanhar1 merchantmerchant meparishvili meowmeowmeow memyselfandi mekhinnymoppy mehanizacija
        mazahaka49285 maxwellhouse matrixmatrix matilda123123 matheus12345 masturbating masturbaciya masterkey123
        masterblaste master2217433 master1master2 maslennikova mashamashamasha masa3364-33645962 maryseforever
        martenson908884 marmelado4ka marlonbrando marlboro2202 marinanastua1313 marie-madeleine mariaantonia mari01012001
        margarita2010 marcio415041 mamailoveyou mama1234567890 mama123456789 mama12345678 makc000000000 magictune777
        mademoiselle macedonia3189 lyublyutebya lvbnhbq12345 luvbekkikkevbul ltpbyajhvfwbz ltdcndtyybwf lrodney-rrodney
        lrh195005041971 lovessuper412 lovepickles23 lovemyfriends lovelove2010 lovebeloreck louis.vd.bongaert
        louisdog-hattydog lordgyeah561 lolsmileyface lolo19972804 lollollol123 lol123lol123 loferuttylort loco68-impossib
        locdogdontstop lo3fvyyqsl5b lizardstresser limpbizkit99 likanelicane libertadores lesbiansrule leopoldxyilo
        lendlord1993 lena123456789 leja59257301 lehjxrflehjxrf legendkiller legalise2009 lebronjames23 lbvfcegthcnfh
        laurelindorenan lasnaloveafrosja kzg5pcxbpxax kvkklas199613 kurosakiichigo kumarsouravarzoo kucinggarong
        ktynfj01011986 ktyf13021998 kturjbghjcnj kruviviju101 kristina2009 kristina1992 kristina1991 kristina1990
        kristina1987 krasotka2010 krasilnikova krasav4ik1995 kostyakostya konstantinovna konstantinov kolovrat1488
        kmstsg229179 kleptodathief kleopatra777 kkkkkktttttt kjhtdstfuyhil kislotnyi2692 kisa19953011 kirill123456789
        kinokinokino kindergarden killyourself killermonkey kh6s4a2ppim2 kfgjxrfljxrf kfdhtynmtdf112233 kbytqrfujdyj
        kbytqrfhekbn kbytqrf251993 kbpfhtvfhxer kaylynnmarie katerina1992 katerina1989 karinakarina kalmar801415854
        kakakakakaka k2xs85pgnffc k1ku1ch1m0j1 jxtymrhfcbdsq jvksc27ylkjt juventus1897 juanmanuel66 jrcfyfjrcfyf
        joshhartnett josebaron123 jonasbrothers jonasbrother jollyyjollyy johnnybegood joffustoffin jo12ko051988
        jnvjhjpjr123 jlyjrkfccybr jlyjdhtvtyyj jlquatt-j22276 jl15ioomn84z jktxrfjktxrf jetbalance2w jesuskristus
        jesuseuteamo jesuseocaminho jessie-oscar jessicawhite jeremiah1618 jensenackles jenniferrefinnej jennajameson
        jefferson123 jedemdasseine jean-francois jazzymanlfuckem jariknatasha jamestkirk7769h jakonda678st jakethesnake
        jahrastafari jackasslolfr21345 jack33_lwr9l iwillpk5ever iwillk03657320258 ivrus19922701 ivan77568369 ivan19514948
        itsupport325 itiswhatitis iseedeadpeople1 isdn128turbo irjkmyfzajhvf irinaivanova iofdmaaycdbvrlbi invinoveritas
        internationale intellectual installwmpla initiative30 informatique indianajones independient independente
        independenci incredibleguest imortal913913 iloveyou1997 ilovenatasha ilovemummy446 iloveladygaga ilovefriends
        iloveemoboys12 ilovebigtits ilov3th3lord illelonorpomy ilikexbox0104 iliketurtles ilikedressingup ikfcfifgjijcct
        ihopaskavesi ihatemyself*** ihatehackers idontloveyou iamthewinner iammillioner iamalocksmith25 hxckugxvtmdsm
        hunterhunter huddersfield hsrjdlvbnhbq hs49zu7wzpk2r5ac hrtheyethsttrh hrenvzlomaes hppsmiro2002 hooligans1488
        hollahossa75 hojeetercafe hockeyplayer hmr0257576021 hl3fp5sjer8wmcyk hjvfhjvfhjvf hjpjdsqckjybr hitsboosterpro
        hfirstptfcor hfcnbirf2008 hesoyamkjkszpj hengsha_2_23 hello_its_me hellobrother hekbnrfrdctulf heccrbqcnbkm
        hddcs91372574 hcrcl8ilqafw hbnfhbnfhbnf haymes12345678 hatelbhatt17 hatch9379992 harleydevidson hardcore2000
        happygilmore hannahmontana hangingplant handofdeath1 hakunamatata1 hakuna19631211 h6u7p3i4o8q3 h4uqthuyfvmu
        guitarplayer guitarmegafake guidinglight gtnhjpfdjlcr123 gthtljpbhjdrf gthtdjgkjotybt gthdjrkfccybr gthcgtrnbdf76
        grizzybusted grfgsfhgdhgfd gregoryhouse greenmonster greedisgood10987 greedisgood1 greedisgood007 grassisgreen
        grasshopper1 gplfm.qdxnzik gpihofkrhfphg goodmoodfood goldman12345x gofuckyourself gmmskin35334 gjrfghblehjr
        gjkysqghbdjl gjkbyfgjkbyf gjkbyf123ghjybyf gjhyjckjybr1 giorgigiorgi giannicontessa ghtlghbybvfntkm ghjvbcrebntn
        ghjuhfvekmrf ghjktnfhcrfz ghjcnjckfdrf ghjcnj4197809 ghjcnj15z04jdty88 ghjcnbnenrf1 ghjcgtrnvbhf ghjabkfrnjhbq
        ghfdjgbcfybt ghbhjljdtltybt ghbdtnhjvfirb ghbdtnbrb767 ggathering92 gfifvtldtltdghjcnjkfgjxrf gfifrjcnbiby
        gfhrehgfhreh gfhjkm927256 gfhjkm426800 gfhjkm12345678 gfhfktktgsgtl gfhfktkktgbgtl gfhfktkbgbgtl gfhfkktkjuhfv
        gfgbhjcbv228 gfedcbaabcdefg gfdkeitxrf5432 gevgehev1982 gettingthenetfucker georgegeorge gena10051982 gearsofwar2012
        gc4k6nuhrdk2 gbhfvblfkjkrf garciamartin1995 ganjubas2007 gaiakixzpufi gaga_123_gaga gabrielmota12 fyyffktrcttdyf
        fyyf20050427 fyutkbyf2005 fyfcnfcbz555 fyfcnfcbz1993 fwwrjqcjnjyf fw34klm79rte fussballverruckte fuckyoupayme
        fuckthepolice fuckoffbitch fuckmerunning fuckmefuckme fuckingflicks fuckingbitch frodobaggins friendinvite
        frephiotohaij65 freetrafficworld freepalestine fredfredfred franknfurter franklinnilknarf frankandsherry
        fr1812hjccbz flyman832000 flvbybcnhfnj fltkbyf13122009 flintstone2000 flatronl1718s flagfootball fktrcfylhjdb
        fktrcfylh1992 fktrcfylh1991 fktrcfylh1988 firsttimeset firemanhaztm fictionfargi ffffffffffffff feuerwehr112
        fedcbafedcba fd7c6ms9uxhw f*ckintits99 farida1a-rem710 fargifiction familiasilva fairanger71rus extensa5630g
        exportnation experimental exgirlfriend ew4certhcmhy everybodylies eveningcucumber eugeniy4121999 euamominhafamilia
        estabilizador esqueciasenha escortrsturbo erocdrahhardcore eragon19021985 eodcrackhead entrepreneur enterprise77
        enochian1969 enlightened1 emyeuanhnhieulam emoviolence11 eminem50cent emadamad123456 elianetenero09 elenasmirnova
        electrohouse egorbest1993 eeeeeeoooooo ebxupogwno7k ebuyycyawyxv easypaygroup e4357ce4357c dzxtckfd1995
        dylan610-rem58 dragonballz1 dr29ro571zd7 dq4ja488cwr6 dorothy24541 doppleganger dontworrybehappy dominik563431995
        dolbydigital dog154see586 dodecahedron dktcehjlbkfcm dkflzgthdsq1 dkflcjrjkjdcrbq dkflbvbhcrbq djcgjvbyfybt
        djbarabashka dimka123456789 dima89923011 dima123123123 digitalplayground digitaldesire digitalcoding dflbvybrjkftdbx
        dfktekby505152 devilmaycry1991 deutschland123 detroitlions desertscorpio desbravadore denysddf231321 denverbroncos
        denisok199199 den147258369 deluxedeluxe delbocavista dekbniudjzjmu deflep27-starwars defender9337 deatiphiliato27
        deadmau5isbest deadcandance dc0989dctaras dbrnjhbzdbrnjhbz dbrnjhbz2009 dbrnjhbz1983 dbnzufdhbkjd dbhnefkmyjcnm
        daytrip-daycamp daytonabeach davidgaleana davidbeckham dashatwilight305 dasha1234567890 darksolder94 darinkabibalova
        danluy2350563 danilamaster damonsalvatore daleearnhardt daemonshadow d2m4a1ak47usp czwseilqfoio. cxzdsaewq321
        currentversi cup2006-soccer ctvtyctvtysx ctirlicctirlic cthuttd123fhntv cthtytdtymrbq cthdthbvfyuj ctdthjljytwr
        crashoverride covertbeflap counterstrike16 coubeahecrubi49 coolercooler coolcanadian2 cookiemonste conversation
        contraspemspero contemporary constantine1 confirmation confidencial compatibilit cometogether comeflywithme
        comeandgetit collingwood1 codedomproce cockandballs cnfybckfdjdyf cnfybckfdjdbx cnfybckfd123 cminging2009
        clubpenguin1 closethedoor clkursitesux cjkywtcdtnbn cjkytxysqpfqxbr cjcbreqcerf18 civilservices civilservice
        circumstances cinqfontaines christopher3 chouraethiaci10 chocolate123 chicagobears chfymujcgjlyz chetteunmarce
        chelseaforever chaoscontrol championship cgfcbujcgflb cfvfpyftimrfrjq cexrfrhfityfz cegthxtgeibkj cegthrjn2010
        cccccccccccc cbybqgjgeufq casual693269 cartoonnetwork carlo2583099 carlinhos123 cardifflad1917 cannotremember
        california123 caledula2003 c0904fd726fc565 bynthyfwbjyfk bylekmutywbz bylecnhbfkbpfwbz byajhvfwbjyysq bvxqtxbm3zmv
        butthead2000 busterunit1992 burtazodis1989 burninglight broncoscoach1 brl?nderslev britneyspear bringmetolife
        breakthrough brayan1472583 bravocharlie braunschweig bradleycooper br76vt466464443 bostonbruins borodino1812
        borntobewild boris9282372 bordercollie boomboomboom bones69-bones69 boltik9411194 bmstulobanov bluingbluing
        bloodevil167 blondiesrule blackholesun blackdiamond blackadder11 blablabla123 bkmz1988bkmz bjkb8tiu5i5vv
        bitolabitola birthdaygirl biosnex-hardrive bikerhiker123 bigpopparyan biggiesmalls biggassbooty bigearnings1
        biedroneczka bianconerone bfreesupping berserk62344 bequshka1996 benjamin2000 bdfybdfyjdbx bcnjhbzlbpfqyf
        bcgjldsgjldthnf bbpnxsrircy7 bbcecujcgjlm bbbbbbbbbbbbbbbb bbbbbbbbbbbbbb bayernmunche bawcat-taebo101 battlefront2
        basketball33 basketball23 basketball20 basketball14 basketball123 basketball06 barrysanders bandofbrothers
        balloonsballoons balllenunell badboyforlife b54c2b4fc835 azsxdcfvgbhnjmk azertyuiop123 az28061993az az1234567890
        avierumolo1922 austinpowers augustburnsred .attdsblygjnc atlantabraves asusasusasus astronomical astonmartin5
        asshole12345 assemyouaretheking assassinscreed assasinscreed aspirine121986 asifythy7z3hk asdfrewq1234 asdfghjkl456
        asdfghjkl1234 asdfghhgfdsa asd951753852 asd80975393309 asd154263788 asd123456asd artem1234567 arrozconleche
        arminvanbuuren ariel09ayra2 architect2003 archibaldo61 aq1sw2de3fr4 appropriated apostalofdeath apocaliptica
        apaboneacock a.ohajuunlkny anu6esymehuvaq antonionunes antoniobanderas antifamilymang1 antaeuszitti animalplanet
        anggandamo12 angelina2011 angelina2009 angelina2001 andykelso2003 andsodoeszima andrewrudakqwq andrew1234321
        andrejs-iii0649 andreicusnir andrei123456789 andjelinadjoli anatoshi2001 anabolic9223 amphatami6es amorimfelipe
        amochocolate americanista americandream23 alyssamilano alves2208307 alteredmotion altaltaltaltalt aloneinthedark
        almostfamous allsaints1975 alliteration alleniverson alisha1234567899 alexthegreat alexandrovich alexandralex
        alexandr1988 alexander123 alenyshka123 aleksisdemo2 aleksandrovi4 aleksandrina aleksandra1997 aleaiactaest
        alan123456789 akucintakamu a.jyydiuhtfdk ajyluzaqynaxys ajaxkampioen aiman12345678 aian123321456654 ahmad123456789
        ahfyrtyintqy agent00botinok affectionate aeronautical advisornation administrators achilleus-chrisbln accelerators
        abcdefghijklmnop abcdeffedcba abc123def456 aaaaaaaaaaaaaaa aaaaaaaaaaaaa aa3216777777 a9z2e8f4gs8e a8axuze4y9aly7
        a89215108021 a89082436096 a80965812578a a7madabualhija a5d3e5e5l571 a4pnhmsiuw8q a2r5t8u0r1473 a244793220016
        a1s2d3f4g5h6j7 a11111a11111 9wx8wx10wxxw 9january1971 9belugizwv7n 999999999frbnzy 999641146999 9946755822zoomin
        987654456789 987654321qwe 9876543212000 974790bkmz1993 96014430windowslive 93fc3k2zk3ujg 9290245781qw 91loennm6kphs
        91ce14qzbzw7p 910019kevinh 9096ubric9096 909032520026 8m917a753k98s25 8ewgauichyfy 89603200972q 89533550426.
        89502727543lexa 89377191788o 89278724282serg 89220552511s 89156607117a 89155451586a 89121247597vt 89090566399v
        89087777777a 89052470779m 89049895144sa 89031719600bhbyf 88n0vluuwaupg 8882558209123 8795406199710 878789825319
        8765432112345678 8677984414789 867530932167 852852456456 852654852654 852456753159 84014134002d 83513561345aa
        824682468246 80994577127aaa 809836528938 80982435701q 80976885088asd 80971542123gfif 809523348778 809003073030
        80679801240v 80672812235a 80668819921d 80665283506edd 80633575649aa 80502354942a2 805018250511 80501010210a
        7yvgzamqpwasd 7u6y5t4r3e2w1q 789987789456 789987456654 789456123qwerty 789456123asd 789456123789456123 789456123789
        789456123321654987 777golova777 76543217654321 75b3da131c22 741963789123z 741852963qaz 741852963asd 741852963456
        72x2jnbinjyb6 7269717vadim 721174730459913 71kqichsws1ik 7176891sahar 6y5t4r3e2w1q 6dh62m6kpffn 6c5c4c3c2c1c
        696969696969 694dollarsbabe 66wexdsyas9ho 66uu55d5f7aaa 66mh1rdozedik 666xbckjlmzdjkf 666satana666 666farmer666
        666130190666 654634536365354 654321ytrewq 6521bf42403fc9d8 63ol5pnhqy3rs 619861043151 5k34nq81sajv 5611443nataxa
        555y777y999y 555598731233 5555555555555 555032212333366 552318552318 544368dragon 524378524378 5232klitoris
        512433168752 511362blurny 50n5dzdndufkm 502032281452 4zp2f3v7xtdp 4pactwi44cel 4m61pld88sibis 4f71314f7131
        49975281777184 48bkpuedg9rc 4815162342vey 4815162342qqq 4815162342lost4 4733473347334733 45876919kisa 450z1x5juja92
        441clapproad 43cshjtirf43 42lalaharris 4162819437lis 40cfynbvtnhjd 3elepopka211 3983butterfly 380615334317
        373khsao40xdo 3655198galka 351795067351795067 346494584932 343guiltyspark 336755aa336755aa 333388463333 310124029718
        308999487630 3087620482048 2s7xbt6mfd83nq 2941544bj6b5 24kent04kent83. 2468137925819 244244244gug 241turftrail
        24091997oksana 240794a240794 240118012403 2395064741521 235689235689 23468001456740 2345zet56776869 22se10re90ga
        2222222222222222 22112003398309 220222022202 21maurizio58 21angelok1987 218362kikakotik 212223242526 20cthutq0880
        202122232425 2014526rfyrelfq 2009kristina 200920092009 2005terrasol 20051988luda 200420052006 1zikko468954
        1z2x3c4a5s6d 1x2x3x4x5x6x7x 1wdx3wax1wdx3wax 1ultra4ultra 1qazxsw21qazxsw2 1qaz2wsx3edc4 1qaz2wsx1q2w
        1q2q3q4q5q6q7q8q 1pwhon42nnlvh1b 1nuttertools 1nnervers1on 1littleangel 1herbier2000 1g56urr78ew96 1aa2bb3cc4dd
        199801199801q 19972009nero 19971096merv 199619961996 1995rasulmaha 19956vladfed 1993kamaelll 1993224ignat
        199219961997 19920209jopa 1990fyfnjkbq 199019901990 1988ruslan21 198522011985 198519851985 197brysveale 197919791979
        197619761976 197519751975 197382465vvk 194519451945 192837465qwe 19061995yulenka 1900204420115 18111995qwert
        17719229slam 176136239114 159753123789 159753123456 159357159357159357 159159753753 15795995tmnt 153281vtrnune
        1505199129041991 15003f640a10fd13 147852369123 147258369147258 147258369111 147258147258 142536142536 13901390zheka
        13241324seva 1310817032115 1302kocherga 13012011zydfhm 12qw90op12qw90op 12qw34er56ty78ui 128500128500 128412841200
        125874963oleg 1254785966asd 124578235689 124578124578 123qwezxc123asd 123qwe123asd 123qaz123wsx 123ewq123ewq
        123edcxzaqws 123cntgfy1234 123boots1123boots2 1237897419635 123789456123789456 1236987412587 1234qazwsx1234
        12345qwertyuiop 12345g5b678900 123456qwertyuiop 123456aaaaaa 1234567uytrewq 1234567sasha 12345678vova 12345678qwerty
        12345678qwer 123456789zzz 123456789www 123456789vova 123456789vlad 123456789vbh 123456789valera 123456789sveta
        123456789sos 123456789rian 123456789qwert 123456789opa 123456789oleg 123456789nik 123456789lll 123456789lbvf
        123456789kol 123456789jkz 123456789igor 123456789ghbdtn 123456789anna 12345678987456321 1234567891234567
        123456789111 12345678910x 12345678910w 12345678910456 12345678910111213141 1234567891011121314 12345678910111213
        1234567890zz 1234567890zxc 1234567890zx 1234567890vlad 1234567890ujn 1234567890qwert 1234567890qazwsx 1234567890pp
        1234567890lena 1234567890dima 1234567890az 1234567890arg 1234567890ab 1234567890aaa 1234567890123456
        1234567890098765 1234567123456 123456654321q 123456654123 1234554321qqq 123451234567 123321qazzaq 123123123zxc
        123123123qqq 123098123098 12212121133q 12131415161718 12125240rich_ 11xtr02bcn90 11c645df6bc8a365 1161olya1161
        11235813213455 112233qqwwee 111qqq222www 111eee1e1r22yy 111222333qwe 111213141516 111111222222 10293847561029384756
        101nokia58000 100ghjwtynjd 100500100500 0okm9ijn8uhb 0o9i8u7y6t5r4e 0o9i8u7y6t5r 0imhungerforba 0997450201cthbq
        0987654321qq 0987654321qa 0987654321asd 09876543210987654321 097333097333 07meduza6707 072054bennet 06730673ksenia
        060219762004 054624917100225588 0509672427nastya 04jamesadams 032165498701q 03031985osskar 0302multiblkjdcrbq0302
        025230230243639 02221997bujhm 0217101406cool 01234567890123456789 0123045607890 010519961111gfhjkm 010203030201
        009988776655 0099270timur 009008007000 007masterdiego 007jamesbond 000bn185rt48 zzzzzzzddddddd zzzzzzz7777777
        zzzzzzdddddd zzz777321123 zzz280486rrr zzz111zzz222 zzxcasdqwe32 zyydm4tbfwpa6 zyv3irksgj16o zysupyjageraxa
        zyfujhfr16021997 zybxtujytpyf. zxoegmpo129548 zxczxczxczxczxc zxcvfdsaqwer zxcvbnnbvcxz zxcvbnmqwerty zxcvbnmqwasa
        zxcvbnmmnbvcxzx zxcvbnmlkjhgfdsa zxcvbnm123654 zxcvbnm123321 zxcvbn-asdfgh zxcasdqwerfv1 zxcasdqwe321
        zxcasdqwe123valera zxcasdqwe111 zxcasd123qwe zxc978509009 zxc2202464zxc zxc1488048zxc zxc123vbn456 zx89608343515
        zx15cv04rty95 zx12cv34bn56 zx12as12qw12 zwy5ftneynaibtgxalqc zwiebelsuppe zvi7onpsmqr6 zvezdananebe zul_019967345
        zu8u9e3u2a2ahe zsqaw55zsqaw zse45rdxcft6 zrjdktd22121986 zpnz8tt9hdyvz5bz zorassapphire zonesgoved123 zonerfreak98
        zombiehunter zolotinochka zohan2373617 zog8mqby4edwh znthvbyfnjh2 znt3kdujcyb5 zndjzfhjifz333 zmilzvaato91
        zmazyzmazy555 zkpdavk5nphku zkjvfkcntrkj zjntwrjynhs1 zjdsgfdjll32gh zj09999408868j zizeqoveraler zippy222-rem757
        zipperpak013 zipakazipaka zin7kxp8nlqmhst zimbabweewbabmiz zilzilzing43 ziklopic55265 zhuzhazhuzha zhenya123456789
        zhek.rjktcybwe zhekomap3528 zhekanovikov zhangyuanlomg zhangjianwei zh5cyu58wbem zgjikfdvfufpby zghjcnjybuth7
        zghjatccbjyfk zghj100ktkbr zex470911911 zetabyte3367 zerozerozero zerocool9445346 zenitforever zelkvj49mnpc
        zeleboba1996 zdcdtufr6gaa zctrcb12ctrcb zcfvfzrhenfz zcfvfzke4ifz zcfvfzghbrjkmyfz zcfvfzcxfcnkbdf zcegth123456789
        zbhag3cgbc4f zazalimzaza122 zasteconnie88 zarinaer1358 zarembitska46011 zarechie1968 zarazazaraza zaratustra777
        zar29jsy19uks zaqxsw123456 zaqwsxxswqaz zaqwsxcderfvbgtyhn zaqwsxcde12345 zaq1mju7vfr4 zaq1234567890 zalinazalina
        zakirovzakirov zaiasolnce86 zahid8204424 zagulinpasha zadrotzadrot zackstermer12 zackdelaroch zabolotskaya
        zabeimadrid1 z9cu6xdyau3g z92m25rkwjgy z89637310700 z89153911083 z6pr7agsiqcuy z4x2tifjleos z3mxrvaqzo2iw
        z39287284259 z1xfxnuecgjfc z1x2c3a4s5d6 z1x2c33e2w1q z1x1c1v1b1n1m1 z1s2c3f4b5h6m7 z1c9r2m4l6v8sd54 z1c9f2x8mh0y
        z1a1q1x2s2w2 z123z123z123 z0nabez0z0na z0mxzntsdfaeu yyyyyyjjjjjj yyw5nb8dufo6i yyrsk88ggirli yybkil950123
        yxy2eqesuxutyt yusranmonique yuliyabanny030302 yukinobukano yugvi8u2l4xwo ytyfljgfhjkz ytvbhjaa01542 ytujybntvtyz
        ytrnjrhjvtyfc ytrhjyjvbrjy1 ytrhfcjdrf16 ytrewqytrewq ytrewqqwerty ytrewq654321 ytpyfrjvrf02 ytpkfvfticerf
        ytpfdbcbvjcn ytjghtltktyyjcnm ytgjdnjhbvfz923 ytgif7cthutq ytghjcnjgfhjkm ytdpkjvfnm1992 ytdlmaswrbyfkvin
        ytdctnfrghjcnj ytcbydtxtckfd ytbpdtcnyjcnm ysyk4rbhylcwi ysvpfwwwbewpq ysumj9rfzfjmrhks ysqn*axt5okp ysocnelglwbcs
        yqz0xjgtdsoc youwontguessit yousexymfyousexymf yourmumacath yourmomsucks yourguardianangel yourbunnywrote
        yourannoying youngestamateurs youknowyouloveme youknowit123 youarethekingnoob yokusorcer123 ynj9xuyzme9f
        ynajawave$u6y4 ymy89k0apw72i ymuraje4edahev ymof4k81wdlxy ymirotvorenie ylzzirg11grizzly yluqylyqyhebav ylqrocmtmg2q
        ylmhess6st2mq yleqavyty6udax yld8i4yeqn5ym ykpmtpnvvv5y ykc2v4aoyrmk ykanflcqadhu yjyltrmkp2cp yjvthntktajyf
        yjvthirjkb22 yjvthgfcgjhnf yjhvfkmysqgfc yjhs5ertsk7sa yjdtqibqgfhjkm yjdsqgfhjkm531466 yjdsqgfhjkm123 yjdsq_gfhjkm
        yjdsq1gfhjkm2 yjdjxthrfccr yjdjrjcbyj19901 yjdjhjccbqcr yjdfzcnhfybxrf yjdfzbvgthbz yj5kdkzsz3kc yj59hlqq1bms
        yip030000002bz yieje8slsjdlp yhweffdfgdf39 yhriwudhtqkjw ygubukybubob yglqyf4xtb7ao ygfgdfhjrrtree2 yg9ouji56port
        yg5cpem6c98zh yfvfp7764390 yfrecbdsrecb yfnfifvehfijdf yfnfifgjgjdf yfljdsbuhfnm yfhsirby2009 yfhrjrjynhjkm
        yfhfibrfvfhe yfcytljujyzn yfcnz1234567890 yfcnz123456789 yfcnz0545626 yfcntymrf1997 yenrollorney yehufnbytujh
        yedscerb11sa yecgaauzumymw yearning3951 yearning3348 yearning2532 yeahsurewhatev ydnm5xmznozagt3 ycp4erzl2srdc
        ycjhwg1lad3fg ybrrblbrbycjy1992 ybrnjytepyftn ybrnjytdpkjvftn ybrjkfqbdfyjdbx ybrfrjujgfhjkz ybrbnfkexibq
        ybrbnfhjvfyfnfif ybrbnbyf12345 yazinabecobra yasserarafat yashoslasuma yardmotorman yankapartizanka yalyublyusebya
        yaffkseict8enpkl yae3yzneaam9 yaddayaddayadda y9yrtwf5jqzk y9y%aty3epyxuq y9fdtggjdbxrncpz y6jlcoo9ihfoy
        y5u9abena2awas y420vdy420vd y3a2evely7abu9 y2k11mailbox y1jcathfne15r y0x5nrjnlvdum y0cq9fpk9xz4vr5v xzwq10223201
        xzpdkst9lse5y xzj4aahtmxkn xz19031991xz xyxzyfwzhjiva xyuvzlomaesh
        """
}
